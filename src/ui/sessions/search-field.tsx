// The field for words: typing filters and searches, the arrows and Escape leave it for the list, Enter opens what is selected there.
import { Icon } from "../parts/icon.tsx";

type FieldProps = {
  readonly query: string;
  readonly onQuery: (words: string) => void;
  readonly onField: (field: HTMLInputElement) => void;
  readonly onStep: (by: number) => void;
  readonly onOpen: () => void;
};

export function SearchField(props: FieldProps) {
  function onKey(event: KeyboardEvent & { readonly currentTarget: HTMLInputElement }): void {
    if (event.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.currentTarget.blur();
      props.onStep(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter") props.onOpen();
    else if (event.key === "Escape") event.currentTarget.blur();
    else return;
    event.preventDefault();
  }
  return (
    <label class="search-field">
      <Icon name="search" />
      <span class="unseen">Filter and search</span>
      <input
        type="search"
        ref={(element) => props.onField(element)}
        value={props.query}
        placeholder="Filter by title, project, branch; search in the text"
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => props.onQuery(event.currentTarget.value)}
        onKeyDown={onKey}
      />
      <kbd aria-hidden="true">/</kbd>
    </label>
  );
}
