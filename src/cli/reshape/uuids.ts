// The flag that keeps the ids of entries -> what becomes of them in the result.
import type { ReshapeFlags } from "./reshaping.ts";

export type UuidFlags = ReshapeFlags & { readonly keepUuids: boolean };

export const uuidsOf = ({ keepUuids }: Pick<UuidFlags, "keepUuids">): "kept" | "fresh" =>
  keepUuids ? "kept" : "fresh";
