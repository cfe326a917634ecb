// The findings about a log -> whether it is sound, what is wrong and where, and what a repair would do.
import { For, Match, Show, Switch, createResource } from "solid-js";
import { type Verdict, adviceOf, findingText, formatWhole, sanitizeLine, verdictOf } from "../../view/index.ts";
import { type Finding, type Health, healthOf } from "../api/context.ts";
import { Command } from "../parts/copy.tsx";
import { retryWhenBack } from "../parts/retried.ts";
import { Failure, SmallNotice } from "../parts/notice.tsx";
import { sessionAddress } from "../shell/router.ts";
import { setScrollArea } from "../shell/scroll-keys.ts";
import { Act, ActHint } from "./act.tsx";
import { clewCommand } from "./clew-command.ts";
import { damageNote, placeWords, reachOf } from "./health-words.ts";

export function HealthTab(props: { readonly id: string }) {
  const [health, { refetch }] = createResource(() => healthOf(props.id));
  retryWhenBack(health, refetch);
  return (
    <Switch fallback={<SmallNotice>Examining every line…</SmallNotice>}>
      <Match when={health.error !== undefined}>
        <Failure error={health.error} again={() => void refetch()} />
      </Match>
      <Match when={health()}>{(known) => <Report id={props.id} health={known()} />}</Match>
    </Switch>
  );
}

function Report(props: { readonly id: string; readonly health: Health }) {
  const verdict = () => verdictOf(props.health);
  return (
    <div class="tab-page" tabindex="0" role="region" aria-label="Health" ref={(element) => setScrollArea(element)}>
      <div class="banner" data-tone={bannerTones[verdict().kind]}>
        <strong>{sanitizeLine(verdict().sentence)}</strong>
        <span>{reachOf(props.health)}</span>
      </div>
      <h2>Findings</h2>
      <Show
        when={props.health.findings.length > 0}
        fallback={<SmallNotice>Nothing was found: every line can be read, and all hang together.</SmallNotice>}
      >
        <Findings id={props.id} findings={props.health.findings} />
      </Show>
      <NextSteps {...props} />
      <h2>Repair</h2>
      <RepairPreview {...props} />
    </div>
  );
}

function Findings(props: { readonly id: string; readonly findings: readonly Finding[] }) {
  return (
    <>
      <ul class="findings" aria-label="Findings">
        <For each={props.findings}>
          {(finding) => (
            <li>
              <span class="badge" data-tone={tones[finding.severity] ?? "calm"}>
                {sanitizeLine(finding.severity)}
              </span>
              <div>
                <p class="says">{sentenceOf(finding)}</p>
                <p class="soft">
                  <code>{sanitizeLine(finding.code)}</code>
                  <Show when={placeWords(finding)}>
                    {(words) => <span class="log-text">{sanitizeLine(words())}</span>}
                  </Show>
                  <Show when={finding.line}>
                    {(line) => (
                      <a href={sessionAddress(props.id, { line: line() })} data-own>
                        {finding.count > 1 ? "first at line" : "line"} {formatWhole(line())}
                      </a>
                    )}
                  </Show>
                </p>
              </div>
            </li>
          )}
        </For>
      </ul>
      <Show when={damageNote(props.findings)}>{(note) => <p class="soft">{note()}</p>}</Show>
    </>
  );
}

/** One that this page does not know is told by its code. */
function sentenceOf({ code }: Finding): string {
  const text = findingText(code) ?? sanitizeLine(code);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const bannerTones: Readonly<Record<Verdict["kind"], string>> = { sound: "work", but: "wait", broken: "bad" };
const tones: Readonly<Record<string, string>> = { error: "bad", warning: "wait", info: "calm" };

/** What a repair would do has a place of its own below. */
function NextSteps(props: { readonly id: string; readonly health: Health }) {
  const steps = () => {
    const { leftAt: at, repair } = props.health;
    const remedy = { name: props.id, isMendable: repair.steps.length > 0, at };
    return adviceOf(props.health, remedy).filter(({ kind }) => kind !== "repair");
  };
  return (
    <Show when={steps().length > 0}>
      <h2>What to do</h2>
      <For each={steps()}>
        {({ says, words }) => (
          <>
            <p class="soft">{says.charAt(0).toUpperCase() + says.slice(1)}:</p>
            <Command text={clewCommand(words)} />
          </>
        )}
      </For>
      <Show when={props.health.leftAt}>
        {(at) => (
          <Act
            op="fork"
            args={{ session: props.id, at: at() }}
            label="Fork it there…"
            title={`Fork this session at turn ${at()}`}
          />
        )}
      </Show>
    </Show>
  );
}

function RepairPreview(props: { readonly id: string; readonly health: Health }) {
  const repair = () => props.health.repair;
  return (
    <Switch>
      <Match when={repair().reason}>
        {(reason) => <SmallNotice>It cannot be repaired: {sanitizeLine(reason())}</SmallNotice>}
      </Match>
      <Match when={repair().steps.length === 0}>
        <SmallNotice>There is nothing to repair.</SmallNotice>
      </Match>
      <Match when={repair().steps.length > 0}>
        <div class="facts">
          <For each={Object.entries(repair().counts)}>
            {([what, count]) => (
              <span>
                {formatWhole(count)} {what}
              </span>
            )}
          </For>
        </div>
        <ul class="prose">
          <For each={repair().steps}>{(step) => <li class="log-text">{sanitizeLine(step)}</li>}</For>
        </ul>
        <p class="soft">A repair makes a new session; this one stays as it is.</p>
        <Act op="repair" args={{ session: props.id }} label="Repair it…" title="Repair this session" />
        <Command text={clewCommand(["repair", props.id, "--dry-run"])} />
        <ActHint />
      </Match>
    </Switch>
  );
}
