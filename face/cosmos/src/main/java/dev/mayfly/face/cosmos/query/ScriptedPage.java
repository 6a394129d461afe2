package dev.mayfly.face.cosmos.query;

import org.jspecify.annotations.Nullable;

/**
 * A page of a query that a script has asked for.
 *
 * @param body an array of its rows, as JSON
 * @param lookups the number of keys and items looked at
 * @param continuation the start of the next page, or null if there is none
 */
public record ScriptedPage(
        byte[] body, int rows, long lookups, @Nullable String continuation) {}
