export { createRenderer } from "./create-renderer";
export type { Output, Renderer, RendererOptions } from "./renderer";
