/**
 * Queries and read feeds: how the items that a query wants are found, page by page.
 *
 * <p>A page ends at a position, which is a key, and the next page begins behind it; items expired meanwhile are not
 * there, and no live one is skipped.
 */
@NullMarked
package dev.mayfly.face.cosmos.query;

import org.jspecify.annotations.NullMarked;
