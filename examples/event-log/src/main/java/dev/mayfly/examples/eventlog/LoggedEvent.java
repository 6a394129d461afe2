package dev.mayfly.examples.eventlog;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Something that a device has reported.
 *
 * @param ttl for how many seconds it is kept: null as long as others, -1 forever
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LoggedEvent(String id, String device, String text, @Nullable Integer ttl) {}
