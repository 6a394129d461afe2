/** The duties of every face towards administrators: documents, transfers, definitions and rules of expiry, as values. */
@NullMarked
package dev.mayfly.face.api;

import org.jspecify.annotations.NullMarked;
