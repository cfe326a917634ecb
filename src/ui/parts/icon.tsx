// A name -> its small drawing, in the colour of the text around it.

const paths = {
  overview: "M3 3h7v9H3zM14 3h7v5h-7zM14 12h7v9h-7zM3 16h7v5H3z",
  sessions: "M4 6h16M4 12h16M4 18h10",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.500 15.500 21 21",
  branch:
    "M6 8.500v7M6 3.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5M6 15.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5M18 3.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5M18 8.500c0 5-9 3-11.500 7",
  theme: "M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18",
  clew: "M12 3a8 8 0 1 0 0 16 8 8 0 0 0 0-16M5.500 7.500c4 .5 9 3 12.500 8.500M4 12c3 .2 7 2 9.500 6.500M9 3.600c4 1.900 8 5 10.500 9M14 19c2 2 4.500 2.500 7 2",
} as const;

export function Icon(props: { readonly name: keyof typeof paths }) {
  return (
    <svg
      class="icon"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.800"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={paths[props.name]} />
    </svg>
  );
}
