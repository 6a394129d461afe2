package dev.mayfly.face.api;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.document.Decision;

/** A document as it would be written. */
public record DocumentDraft(DocumentKey key, Decision.Put put) {}
