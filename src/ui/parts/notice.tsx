// What is not there, or went wrong -> words that help to go on.
import { type JSX, Show } from "solid-js";
import { ApiError } from "../api/client.ts";

export function Notice(props: { readonly title: string; readonly children?: JSX.Element }) {
  return (
    <div class="notice">
      <h2>{props.title}</h2>
      {props.children}
    </div>
  );
}

export function SmallNotice(props: { readonly children: JSX.Element }) {
  return (
    <div class="notice small">
      <p>{props.children}</p>
    </div>
  );
}

type FailureProps = { readonly error: unknown; readonly again?: () => void; readonly againWords?: string };

export function Failure(props: FailureProps) {
  return (
    <div class="notice" role="alert">
      <h2>{titleOf(props.error)}</h2>
      <p class="log-text">{reasonOf(props.error)}</p>
      <Show when={props.error instanceof ApiError && props.error.hint}>
        {(hint) => <p class="log-text">{hint()}</p>}
      </Show>
      <Show when={props.again}>
        {(again) => (
          <button class="button" type="button" onClick={() => again()()}>
            {props.againWords ?? "Try again"}
          </button>
        )}
      </Show>
    </div>
  );
}

function titleOf(error: unknown): string {
  if (error instanceof ApiError && error.status === 401) return "Locked out";
  if (!(error instanceof ApiError)) return "The daemon cannot be reached";
  return error.code === "stopping" ? "The daemon is stopping" : "That did not work";
}

export function reasonOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  if (error instanceof TypeError) return "It may have been stopped. Start it again with: clew serve";
  return error instanceof Error ? error.message : "Nothing more is known about it.";
}
