// What the person chose, else what their system prefers -> the theme of the page.
import { createSignal } from "solid-js";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const key = "clew-theme";
const [theme, setTheme] = createSignal<Theme>(kept());

export { theme };

export function applyTheme(): void {
  const chosen = theme();
  if (chosen === "system") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.dataset["theme"] = chosen;
}

export function chooseTheme(chosen: Theme): void {
  localStorage.setItem(key, chosen);
  setTheme(chosen);
  applyTheme();
}

export function nextTheme(): void {
  chooseTheme(themes[(themes.indexOf(theme()) + 1) % themes.length] ?? "system");
}

function kept(): Theme {
  const chosen = localStorage.getItem(key);
  return themes.find((name) => name === chosen) ?? "system";
}
