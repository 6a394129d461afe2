package dev.mayfly.face.mongo.language.aggregation.stage;

import org.bson.BsonValue;

/** Compiles the uses of one stage, or refuses its argument. */
@FunctionalInterface
public interface StageCompiler {
    Stage compile(String name, BsonValue argument, StageScope scope);
}
