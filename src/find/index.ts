// The door of find: questions -> answers: search, stats, cost, tools, context.
export {};
