package dev.mayfly.face.mongo.language.update;

import org.bson.BsonDocument;

/**
 * What an update made of a document.
 *
 * @param changed false if the document is byte for byte what it was, and need not be written
 */
public record UpdateResult(BsonDocument document, boolean changed) {}
