// A resource that failed -> read again by itself when the connection is back.
import { type Resource, createEffect, on } from "solid-js";
import { reloads } from "../live/live.ts";

export function retryWhenBack(resource: Resource<unknown>, refetch: () => unknown): void {
  createEffect(
    on(
      reloads,
      () => {
        if (resource.error !== undefined) void refetch();
      },
      { defer: true },
    ),
  );
}
