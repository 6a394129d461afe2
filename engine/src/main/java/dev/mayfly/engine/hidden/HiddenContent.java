package dev.mayfly.engine.hidden;

import dev.mayfly.base.document.Stamp;

/**
 * The stored content of a hidden document.
 *
 * @param body as the client sent it; not to be changed
 */
public record HiddenContent(Stamp stamp, byte[] body) {}
