// The door of ui: the dashboard, shown inside an element of a page.
export { start } from "./start.tsx";
