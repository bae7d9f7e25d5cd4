// PixiJS needs it when it is imported; Node has one from version 21 on.
globalThis.navigator ??= { userAgent: "node" };
