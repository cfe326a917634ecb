// A resource -> its newest value, kept when a later read fails; reading it never throws.
import { type Resource, createMemo } from "solid-js";

export function latestOf<T>(resource: Resource<T>): () => T | undefined {
  return createMemo<T | undefined>((before) => (resource.error === undefined ? (resource.latest ?? before) : before));
}
