// Text and a role -> the same text in that role's colour, or as it is where colour is off.
import { type SequenceName, mark } from "./output/sequences.ts";

export type Role = Extract<
  SequenceName,
  "title" | "prompt" | "dim" | "error" | "warning" | "good" | "call" | "thinking" | "heading"
>;
export type Paint = (role: Role, text: string) => string;

export function painter(io: { readonly colour: boolean }): Paint {
  return (role, text) => (io.colour && text !== "" ? `${mark(role)}${text}${mark("reset")}` : text);
}
