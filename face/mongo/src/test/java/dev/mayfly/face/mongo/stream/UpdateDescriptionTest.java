package dev.mayfly.face.mongo.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.update.UpdateCompiler;
import dev.mayfly.face.mongo.language.update.UpdateContext;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UpdateDescriptionTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {a: 1}               | {$set: {a: 2}}                 | {a: 2}                 | []      | []
                    {a: {b: 1, c: 2}}    | {$set: {'a.b': 3}}             | {'a.b': 3}             | []      | []
                    {a: {b: 1, c: 2}}    | {$set: {a: {b: 3, c: 2}}}      | {a: {b: 3, c: 2}}      | []      | []
                    {}                   | {$set: {'a.b': 3}}             | {a: {b: 3}}            | []      | []
                    {a: {b: 1, c: 2}}    | {$unset: {'a.b': ''}}          | {}                     | ['a.b'] | []
                    {a: 1}               | {$rename: {a: 'b'}}            | {b: 1}                 | ['a']   | []
                    {a: 1, b: 2}         | {$inc: {a: 1, b: 0}}           | {a: 2}                 | []      | []
                    {a: [1]}             | {$push: {a: 2}}                | {'a.1': 2}             | []      | []
                    {a: [1]}             | {$push: {a: {$each: [0], $position: 0}}} | {a: [0, 1]}  | []      | []
                    {a: [1, 2]}          | {$pop: {a: 1}}                 | {a: [1]}               | []      | []
                    {a: [1, 2]}          | {$pull: {a: 1}}                | {a: [2]}               | []      | []
                    {a: [1]}             | {$addToSet: {a: 2}}            | {a: [1, 2]}            | []      | []
                    {a: [1, 2]}          | {$set: {'a.1': 3}}             | {'a.1': 3}             | []      | []
                    {a: [{b: 1}, {b: 2}]}| {$set: {'a.$[].b': 3}}         | {'a.0.b': 3, 'a.1.b': 3} | []    | []
                    {a: {b: 1, c: 2}}    | [{$set: {a: {b: 3}}}]          | {'a.b': 3}             | []      | []
                    {a: [1, 2, 3]}       | [{$set: {a: [1]}}]             | {}                     | []      | [{field: 'a', newSize: 1}]
                    {a: 1, b: 2}         | [{$unset: 'a'}]                | {}                     | ['a']   | []
                    """)
    void anUpdateIsToldAsMongoDbTellsIt(
            String before, String update, String updated, String removed, String truncated) {
        BsonDocument document = BsonDocument.parse(before);
        BsonValue argument = BsonDocument.parse("{u: " + update + "}").get("u", BsonNull.VALUE);
        BsonDocument after = UpdateCompiler.compile(argument, List.of(), Variables.NONE)
                .apply(document, UpdateContext.at(0))
                .document();
        assertEquals(
                new BsonDocument("updatedFields", BsonDocument.parse(updated))
                        .append("removedFields", BsonArray.parse(removed))
                        .append("truncatedArrays", BsonArray.parse(truncated)),
                UpdateDescription.of(document, after, argument));
    }
}
