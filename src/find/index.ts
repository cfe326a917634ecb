// The door of find: questions -> answers: search, stats, cost, tools, context.
export { type Days, daysIn } from "./day.ts";
export { momentOf } from "./day-moment.ts";
export { type ListFilter, type ListOrder } from "./listing.ts";
export { type SessionList, type SessionsRequest, listSessions, newestFirst } from "./sessions.ts";
