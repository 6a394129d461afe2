package dev.mayfly.store.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Values that were read together with the head of their partition.
 *
 * @param values in the order in which they were asked for, null where there is none
 */
public record HeadRead(Head head, List<byte @Nullable []> values) {}
