// A JSON answer and a name -> the first figure of that name, however deep it stands; undefined when there is none.

export function figure(answer: string | undefined, name: string): number | undefined {
  const found = new RegExp(`"${name}":\\s*(\\d+)`).exec(answer ?? "")?.[1];
  return found === undefined ? undefined : Number(found);
}
