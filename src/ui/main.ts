// The page as it was loaded -> the dashboard inside it.
import { start } from "./index.ts";

const place = document.getElementById("app");
if (place === null) throw new Error("the page has no place for the dashboard");
// Loading the code and drawing the first view are two tasks: neither holds up the page for long.
setTimeout(() => start(place), 0);
