// Things to be visited again and again -> the next share of them, so that all had their turn after a while; decides nothing about them.

export type Ring<Item> = {
  readonly add: (item: Item) => void;
  readonly remove: (item: Item) => void;
  readonly size: () => number;
  readonly all: () => readonly Item[];
  /** The next `count` items, or all there are. */
  readonly next: (count: number) => readonly Item[];
};

export function ring<Item>(): Ring<Item> {
  const items: Item[] = [];
  const places = new Map<Item, number>();
  let at = 0;
  return {
    add(item) {
      if (places.has(item)) return;
      places.set(item, items.length);
      items.push(item);
    },
    remove(item) {
      const place = places.get(item);
      if (place === undefined) return;
      places.delete(item);
      const last = items.pop();
      if (last === undefined || last === item) return;
      items[place] = last;
      places.set(last, place);
    },
    size: () => items.length,
    all: () => [...items],
    next(count) {
      const share = Math.min(count, items.length);
      const start = at;
      at = items.length === 0 ? 0 : (start + share) % items.length;
      const taken = items.slice(start, start + share);
      return taken.length < share ? [...taken, ...items.slice(0, share - taken.length)] : taken;
    },
  };
}
