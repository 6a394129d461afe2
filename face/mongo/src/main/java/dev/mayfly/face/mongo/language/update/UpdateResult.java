package dev.mayfly.face.mongo.language.update;

import org.bson.BsonDocument;

/**
 * The result of an update of one document.
 *
 * @param changed false if the document is byte for byte the same, and need not be written
 */
public record UpdateResult(BsonDocument document, boolean changed) {}
