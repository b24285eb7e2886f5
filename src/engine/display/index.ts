export { createRenderer, type Output, type Renderer, type RendererOptions } from "./renderer";
