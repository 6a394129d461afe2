package dev.mayfly.engine.schema;

import dev.mayfly.engine.catalog.CollectionName;

/**
 * A change of a limit that a face sets on lifetimes itself and keeps in a small durable record of its own.
 *
 * @param record the name of the record
 * @param value its new contents, not to be changed
 * @param subject the subject of the limit, for the audit
 * @param before the limit as it was, in words
 * @param after the limit as it is to be, in words
 */
public record LimitChange(String record, byte[] value, CollectionName subject, String before, String after) {}
