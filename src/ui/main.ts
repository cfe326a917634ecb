// The page as it was loaded -> the dashboard inside it.
import { start } from "./index.ts";

const place = document.getElementById("app");
if (place === null) throw new Error("the page has no place for the dashboard");
start(place);
