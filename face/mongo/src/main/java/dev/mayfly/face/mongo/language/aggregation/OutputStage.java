package dev.mayfly.face.mongo.language.aggregation;

import org.bson.BsonValue;

/** A last stage that writes: {@code $out} or {@code $merge}. */
public record OutputStage(String name, BsonValue argument) {}
