// Text and a role -> the same text in that role's colour, or as it is where colour is off.

const codes = {
  title: "1",
  prompt: "1;36",
  dim: "2",
  error: "31",
  warning: "33",
  good: "32",
  call: "34",
  thinking: "2;3",
  heading: "1;4",
} as const;

export type Role = keyof typeof codes;
export type Paint = (role: Role, text: string) => string;

export function painter(io: { readonly colour: boolean }): Paint {
  return (role, text) => (io.colour && text !== "" ? `\u001B[${codes[role]}m${text}\u001B[0m` : text);
}
