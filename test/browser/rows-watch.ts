// A script for a page, before its own -> how often the conversation was without any row after it had some.

export const watchRows = `
  window.emptyMoments = 0;
  let hadRows = false;
  new MutationObserver(() => {
    const hasRows = document.querySelector(".talk-main .row") !== null;
    if (hadRows && !hasRows) window.emptyMoments++;
    hadRows = hasRows;
  }).observe(document, { childList: true, subtree: true });
`;
