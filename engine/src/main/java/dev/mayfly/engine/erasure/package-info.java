/** The record of documents that were destroyed because they had expired. */
@NullMarked
package dev.mayfly.engine.erasure;

import org.jspecify.annotations.NullMarked;
