// `clew completions`: the name of a shell -> the script that teaches it to complete; the script asks `clew __complete` each time.
import { WorldError } from "../../store/index.ts";
import type { ExitCode, Io } from "../io.ts";

export type Flags = Readonly<Record<never, never>>;

export function completions(io: Io, _flags: Flags, shell: string): ExitCode {
  const script = scripts.get(shell);
  if (script === undefined)
    throw new WorldError("bad-argument", `there are no completions for ${JSON.stringify(shell)}`, {
      hint: `name one of ${[...scripts.keys()].join(", ")}`,
    });
  io.out(script);
  return 0;
}

/** Bash takes the sign that `@last` begins with for a word of its own, but replaces both. */
const bash = `# Completions of clew for bash: source <(clew completions bash)
_clew() {
  local IFS=$'\\n' words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  local last=$((\${#words[@]} - 1))
  if ((last > 0)) && [[ \${words[last - 1]} == @ ]]; then
    words=("\${words[@]:0:last-1}" "@\${words[last]}")
  fi
  COMPREPLY=($(clew __complete -- "\${words[@]}" 2>/dev/null | cut -f 1))
}
complete -o default -F _clew clew
# The newest sessions come first where bash can keep an order.
complete -o nosort -o default -F _clew clew 2>/dev/null || true
`;

const zsh = `#compdef clew
# Completions of clew for zsh: source <(clew completions zsh), after compinit
_clew() {
  local -a found
  found=(\${(f)"$(clew __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null | tr '\\t' ':')"})
  if (( $#found )); then _describe -V clew found; else _files; fi
}
if [[ \${funcstack[1]} == _clew ]]; then _clew "$@"; else compdef _clew clew; fi
`;

const fish = `# Completions of clew for fish: clew completions fish > ~/.config/fish/completions/clew.fish
function __clew_complete
    set -l words (commandline -opc)
    set -e words[1]
    set -l current (commandline -ct)
    set -l found (clew __complete -- $words "$current" 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\\n' $found
    else
        __fish_complete_path "$current"
    end
end
complete -c clew -k -f -a '(__clew_complete)'
`;

const scripts: ReadonlyMap<string, string> = new Map([
  ["bash", bash],
  ["zsh", zsh],
  ["fish", fish],
]);
