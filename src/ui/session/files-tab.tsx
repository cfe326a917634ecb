// The files that a session touched -> each with its versions, what changed between them, and how to get one back.
import { For, Match, Show, Switch, createEffect, createMemo, createResource, createSignal, on } from "solid-js";
import { plural, sanitizeLine } from "../../view/index.ts";
import { type FileRow, type Version, contentOf, diffOf, filesOf, versionsOf } from "../api/files.ts";
import { Age } from "../parts/age.tsx";
import { Command } from "../parts/copy.tsx";
import { retryWhenBack } from "../parts/retried.ts";
import { Failure, Notice, SmallNotice } from "../parts/notice.tsx";
import { PathText } from "../parts/path-text.tsx";
import { DiffView } from "../reader/diff-view.tsx";
import { asked, sessionAddress, setAsked } from "../shell/router.ts";
import { useKeys } from "../shell/keys.ts";
import { setScrollArea } from "../shell/scroll-keys.ts";
import { Code } from "../text/code.tsx";
import { languageOfPath } from "../text/languages.ts";
import { ActHint } from "./act.tsx";
import { Recovery } from "./recovery.tsx";
import { recoverCommand } from "./clew-command.ts";

export function FilesTab(props: { readonly id: string }) {
  const [files, { refetch }] = createResource(() => filesOf(props.id));
  retryWhenBack(files, refetch);
  const chosen = createMemo(() => {
    const known = files.state === "ready" ? files() : [];
    return known.find(({ path }) => path === asked("path")) ?? known[0];
  });
  function step(by: number): void {
    const known = files() ?? [];
    const at = known.findIndex(({ path }) => path === chosen()?.path);
    setAsked({ path: known[Math.max(0, Math.min(known.length - 1, at + by))]?.path });
  }
  useKeys({ j: () => step(1), k: () => step(-1), ArrowDown: () => step(1), ArrowUp: () => step(-1) });
  return (
    <Switch fallback={<SmallNotice>Following the files through the log…</SmallNotice>}>
      <Match when={files.error !== undefined}>
        <Failure error={files.error} again={() => void refetch()} />
      </Match>
      <Match when={files()?.length === 0}>
        <Notice title="This session touched no file">
          <p>Files that a session reads, writes or edits are listed here, with every version that the log knows.</p>
        </Notice>
      </Match>
      <Match when={files()}>
        {(known) => (
          <div class="split" ref={(element) => setScrollArea(element)}>
            <div tabindex="0" role="group" aria-label="Files" ref={(element) => setScrollArea(element)}>
              <For each={known()}>
                {(file) => (
                  <FileLine
                    file={file}
                    isChosen={chosen()?.path === file.path}
                    onChoose={() => setAsked({ path: file.path })}
                  />
                )}
              </For>
            </div>
            <div class="tab-page" ref={(element) => setScrollArea(element)}>
              <Show when={chosen()?.path} keyed>
                {(path) => <FileDetail path={path} />}
              </Show>
            </div>
          </div>
        )}
      </Match>
    </Switch>
  );
}

type LineProps = { readonly file: FileRow; readonly isChosen: boolean; readonly onChoose: () => void };

function FileLine(props: LineProps) {
  const parts = () => sanitizeLine(props.file.path).split(/[\\/]/);
  return (
    <button
      class="file-line"
      type="button"
      title={sanitizeLine(props.file.path)}
      aria-pressed={props.isChosen}
      onClick={() => props.onChoose()}
    >
      <span class="name log-text">{parts().at(-1)}</span>
      <span class="about">
        <PathText path={parts().slice(0, -1).join("/")} />
      </span>
      <span class="about">
        <span>{plural(props.file.versions, "version")}</span>
        <span>{props.file.grade}</span>
        <Show when={props.file.fate !== "there" && props.file.fate !== "unknown"}>
          <span class="badge" data-tone="wait">
            {props.file.fate}
          </span>
        </Show>
        <Age ms={props.file.lastMs} />
      </span>
    </button>
  );
}

function FileDetail(props: { readonly path: string }) {
  const [versions] = createResource(() => versionsOf(props.path));
  const [at, setAt] = createSignal<number>();
  createEffect(
    on(versions, (known) => setAt(known?.findLast(({ exists }) => exists)?.version ?? known?.at(-1)?.version)),
  );
  const version = () => versions()?.find((known) => known.version === at());
  return (
    <Switch fallback={<SmallNotice>Reading its versions…</SmallNotice>}>
      <Match when={versions.error !== undefined}>
        <Failure error={versions.error} />
      </Match>
      <Match when={versions()}>
        {(known) => (
          <>
            <h2 class="mono log-text">{sanitizeLine(props.path)}</h2>
            <div class="version-list" tabindex="0" role="group" aria-label="Versions">
              <For each={known().toReversed()}>
                {(one) => (
                  <VersionLine version={one} isChosen={at() === one.version} onChoose={() => setAt(one.version)} />
                )}
              </For>
            </div>
            <Command text={recoverCommand(props.path, version())} />
            <ActHint />
            <Show when={version()?.exists ? version() : undefined}>
              {(one) => <Recovery path={props.path} version={one()} />}
            </Show>
            <Show when={version()} keyed>
              {(one) => <VersionBody path={props.path} version={one} />}
            </Show>
          </>
        )}
      </Match>
    </Switch>
  );
}

type VersionProps = { readonly version: Version; readonly isChosen: boolean; readonly onChoose: () => void };

function VersionLine(props: VersionProps) {
  return (
    <button class="version-line" type="button" aria-pressed={props.isChosen} onClick={() => props.onChoose()}>
      <span class="about">
        <b>{props.version.version}</b>
        <span>{props.version.cause}</span>
        <span>{props.version.grade}</span>
        <Age ms={props.version.timeMs} />
        <span class="one-line log-text">{sanitizeLine(props.version.prompt ?? "")}</span>
      </span>
    </button>
  );
}

function VersionBody(props: { readonly path: string; readonly version: Version }) {
  const [showsAll, setShowsAll] = createSignal(false);
  const isFirst = () => props.version.version <= 1;
  const [diff] = createResource(
    () => !isFirst() && !showsAll(),
    () => diffOf(props.path, props.version.version - 1, props.version.version),
  );
  const [content] = createResource(
    () => isFirst() || showsAll(),
    () => contentOf(props.path, props.version.version),
  );
  return (
    <>
      <h2>
        {isFirst() || showsAll()
          ? `Version ${props.version.version}`
          : `What changed in version ${props.version.version}`}{" "}
        <Show when={!isFirst()}>
          <button class="button" type="button" onClick={() => setShowsAll(!showsAll())}>
            {showsAll() ? "Show what changed" : "Show the whole file"}
          </button>
        </Show>{" "}
        <a class="button quiet" href={sessionAddress(props.version.session)} data-own>
          Its session
        </a>
      </h2>
      <Switch>
        <Match when={diff.error ?? content.error}>{(error) => <Failure error={error()} />}</Match>
        <Match when={!props.version.exists}>
          <SmallNotice>The file was not there in this version.</SmallNotice>
        </Match>
        <Match when={isFirst() || showsAll() ? content() : undefined}>
          {(known) => (
            <Show
              when={known().content !== undefined}
              fallback={<SmallNotice>Nothing of its text is known.</SmallNotice>}
            >
              <Code code={known().content ?? ""} language={languageOfPath(props.path)} />
              <Show when={!known().isWhole}>
                <SmallNotice>It is larger than what is shown.</SmallNotice>
              </Show>
            </Show>
          )}
        </Match>
        <Match when={diff()?.hunks.length === 0}>
          <SmallNotice>Its text is the same as before.</SmallNotice>
        </Match>
        <Match when={diff()}>
          {(known) => (
            <>
              <Show when={known().isCoarse}>
                <SmallNotice>Too many differences to compare line by line: this is all of both versions.</SmallNotice>
              </Show>
              <DiffView hunks={known().hunks} isTall />
            </>
          )}
        </Match>
      </Switch>
    </>
  );
}
