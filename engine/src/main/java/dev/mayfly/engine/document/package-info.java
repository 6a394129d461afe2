/**
 * A document as it is stored, what a write decides about it, what it leaves behind, and what its face keeps of it in a form
 * of its own.
 */
@NullMarked
package dev.mayfly.engine.document;

import org.jspecify.annotations.NullMarked;
