// How a board plays what happened on it. A game whose board has a way of its own says so in a
// module of its own (`Board.scripts`); boards of other games only let riders slide (ride-board.js).

let motion = { play: () => new Set(), playing: () => false };

// `play(road, layout, moving)` plays what a drawing says and names the riders that it moves;
// `playing()` tells whether it still does.
export const playBy = (own) => {
  motion = own;
};
export const play = (road, layout, moving) => motion.play(road, layout, moving);
export const playing = () => motion.playing();
