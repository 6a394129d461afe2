package dev.mayfly.face.mongo.language.aggregation;

import org.bson.BsonValue;

/** A first stage whose rows come from the server and not from documents, such as {@code $collStats}. */
public record SourceStage(String name, BsonValue argument) {}
