// A session -> what can be done with it as a whole: a title, copies, another folder, the trash; elsewhere the commands for it.
import { Show } from "solid-js";
import type { Head } from "../api/head.ts";
import { Command } from "../parts/copy.tsx";
import { setScrollArea } from "../shell/scroll-keys.ts";
import { Act, ActHint, isActing } from "./act.tsx";
import { FieldAct } from "./field-act.tsx";
import { clewCommand } from "./clew-command.ts";

type ManageProps = { readonly id: string; readonly head: Head | undefined; readonly onDone: () => void };

export function ManageTab(props: ManageProps) {
  const session = () => ({ session: props.id });
  const isKept = () => props.head?.isKept === true;
  const lastTurn = () => props.head?.turns.at(-1)?.label ?? "1";
  return (
    <div class="tab-page" tabindex="0" role="region" aria-label="Manage" ref={(element) => setScrollArea(element)}>
      <h2>Title</h2>
      <FieldAct
        op="title"
        field="Title in clew's lists"
        usual={props.head?.title ?? ""}
        args={(title) => ({ ...session(), title })}
        label="Give it this title…"
        title="Give this session a title"
        onDone={() => props.onDone()}
      />
      <p class="soft">clew's own note; the log is not touched. Without words the log's own title counts again.</p>
      <Shown text={clewCommand(["title", props.id, "A title"])} />
      <h2>Copies</h2>
      <div class="acts">
        <Act op="clone" args={session()} label="Clone it…" title="Clone this session" />
        <Act
          op="keep"
          args={session()}
          label={isKept() ? "Keep it again…" : "Keep it…"}
          title="Keep this session"
          onDone={() => props.onDone()}
        />
      </div>
      <p class="soft">
        A clone is a new session to go on with; what is kept is safe from the client's clean-up.
        {isKept() ? " This one is kept as it is now." : ""}
      </p>
      <Shown text={clewCommand(["clone", props.id, "--dry-run"])} />
      <Show when={!isKept()}>
        <Shown text={clewCommand(["keep", props.id])} />
      </Show>
      <h2>Fork</h2>
      <FieldAct
        op="fork"
        field="After turn"
        usual={lastTurn()}
        args={(at) => ({ ...session(), at: at.trim() })}
        label="Fork it there…"
        title="Fork this session"
      />
      <p class="soft">
        A new session that ends with that turn; this one stays as it is. In the conversation each prompt has its turn's
        name.
      </p>
      <Shown text={clewCommand(["fork", props.id, "--at", lastTurn(), "--dry-run"])} />
      <h2>Another folder</h2>
      <FieldAct
        op="move"
        field="Folder it shall belong to, in full"
        usual={props.head?.cwd ?? ""}
        args={(to) => ({ ...session(), to: to.trim() })}
        label="Move a copy there…"
        title="Move a copy of this session"
      />
      <p class="soft">A new session that belongs to that folder, with its paths; this one stays where it is.</p>
      <Shown text={clewCommand(["move", props.id, "--to", "FOLDER", "--dry-run"])} />
      <h2>Delete</h2>
      <Act op="delete" args={session()} label="Delete it…" title="Delete this session" />
      <p class="soft">
        It goes to clew's trash, from where <code>clew undo</code> brings it back.
      </p>
      <Shown text={clewCommand(["delete", props.id, "--dry-run"])} />
      <ActHint />
    </div>
  );
}

/** Six of them beside as many buttons would hide the buttons. */
function Shown(props: { readonly text: string }) {
  return (
    <Show when={!isActing()}>
      <Command text={props.text} />
    </Show>
  );
}
