package dev.mayfly.face.mongo.write;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.update.UpdateCompiler;
import dev.mayfly.face.mongo.language.update.UpdateContext;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;
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

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {a: {'0': 0}}              | {a: {'0': 1}}              | {'a.0': ['a', '0']}
                    {'0': 0}                   | {'0': 1}                   |
                    {a: {'01': 0}}             | {a: {'01': 1}}             |
                    {'home.town': 'O'}         | {'home.town': 'L'}         | {'home.town': ['home.town']}
                    {a: [{b: 1}]}              | {a: [{b: 2}]}              |
                    {a: [{'0': 'O'}]}          | {a: [{'0': 'L'}]}          | {'a.0.0': ['a', 0, '0']}
                    {a: {'0': {b: 1}}}         | {a: {'0': {}}}             | {'a.0.b': ['a', '0', 'b']}
                    {a: {'0': [1, 2]}}         | {a: {'0': [1]}}            | {'a.0': ['a', '0']}
                    """)
    void pathsThatMayBeReadTwoWaysAreTakenApart(String before, String after, @Nullable String paths) {
        BsonDocument told = UpdateDescription.of(
                BsonDocument.parse(before),
                BsonDocument.parse(after),
                requireNonNull(BsonDocument.parse("{u: []}").get("u")));
        assertEquals(paths == null ? null : BsonDocument.parse(paths), told.get("disambiguatedPaths"));
    }
}
