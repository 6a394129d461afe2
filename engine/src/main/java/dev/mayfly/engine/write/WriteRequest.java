package dev.mayfly.engine.write;

import dev.mayfly.base.document.DocumentKey;

/** One of several writes that are made in one call. */
public record WriteRequest(DocumentKey key, Decider decider) {}
