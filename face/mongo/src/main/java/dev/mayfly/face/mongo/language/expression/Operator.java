package dev.mayfly.face.mongo.language.expression;

import org.bson.BsonValue;

/** Compiles the uses of one operator. */
@FunctionalInterface
interface Operator {
    Expression compile(String name, BsonValue argument, Scope scope);
}
