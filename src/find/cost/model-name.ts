// The name of a model as the log has it, in the spelling of whichever cloud -> its plain name without maker, region and date.

export type ModelName = {
  readonly name: string;
  /** The spelling tells that a cloud served it, which sets prices of its own. */
  readonly isFromCloud: boolean;
};

const region = /^(?:us-gov|us|eu|apac|jp|au|ca|sa|global)\./;
const maker = /^(?:bedrock\/|vertex_ai\/)?(?:anthropic[./])?/;
/** `-v1`, `-v1:0`, `-v2:0:200k`. */
const revision = /-v\d+(?::[\w:]+)?$/;
const date = /[-@](?:20\d{6}|latest|default)$/;
/** How the client asks for the long window. */
const longWindow = /\[1m\]$/;

export function modelName(spelling: string): ModelName {
  const plain = spelling.trim().toLowerCase().replace(longWindow, "");
  // A profile of Bedrock is named by its whole path.
  const tail = plain.startsWith("arn:") ? plain.slice(plain.lastIndexOf("/") + 1) : plain;
  const isFromCloud = region.test(tail) || tail.startsWith("anthropic.") || tail.includes("@") || plain !== tail;
  const name = tail
    .replace(region, "")
    .replace(maker, "")
    .replace(revision, "")
    .replace(date, "")
    // Gateways write the version with a dot.
    .replaceAll(/(\d)\.(\d)/g, "$1-$2");
  return { name, isFromCloud };
}
