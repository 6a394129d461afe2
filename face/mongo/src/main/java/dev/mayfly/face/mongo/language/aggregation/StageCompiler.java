package dev.mayfly.face.mongo.language.aggregation;

import org.bson.BsonValue;

/** Compiles the uses of one stage, or refuses its argument. */
@FunctionalInterface
interface StageCompiler {
    Stage compile(String name, BsonValue argument, StageScope scope);
}
