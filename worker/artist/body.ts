/** The live preview draws a player on a sheet of 500 x 600 units with the head at x = 250. */
export const BODY_SHEET = [0, 0, 500, 600] as const
/** Position of the sheet on the canvas of a portrait, and the canvas pixels per unit. */
export const BODY_ON_CANVAS = { x0: -17.6, y0: -27, pxPerUnit: 1.868 } as const

/** Converts a point on the canvas to the sheet. */
export const onSheet = (x: number, y: number): { x: number; y: number } => ({
  x: x / BODY_ON_CANVAS.pxPerUnit + BODY_ON_CANVAS.x0,
  y: y / BODY_ON_CANVAS.pxPerUnit + BODY_ON_CANVAS.y0,
})
