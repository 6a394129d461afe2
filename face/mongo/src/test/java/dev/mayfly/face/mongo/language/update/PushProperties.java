package dev.mayfly.face.mongo.language.update;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.test.harness.Seeds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

/** {@code $push} against a model that does the same to a list, one step after the other. */
class PushProperties {
    @Test
    void pushDoesWhatItsClausesSay() {
        Seeds.run(2000, (_, random) -> check(random));
    }

    private static void check(RandomGenerator random) {
        List<Integer> before = numbers(random, 6);
        List<Integer> each = numbers(random, 4);
        BsonDocument clauses = new BsonDocument("$each", array(each));
        List<Integer> model = new ArrayList<>(before);
        int position = model.size();
        if (random.nextBoolean()) {
            int given = random.nextInt(-8, 9);
            clauses.put("$position", new BsonInt32(given));
            position = Math.clamp(given < 0 ? model.size() + given : given, 0, model.size());
        }
        model.addAll(position, each);
        if (random.nextBoolean()) {
            boolean descending = random.nextBoolean();
            clauses.put("$sort", new BsonInt32(descending ? -1 : 1));
            model.sort(descending ? Comparator.reverseOrder() : Comparator.naturalOrder());
        }
        if (random.nextBoolean()) {
            int slice = random.nextInt(-8, 9);
            clauses.put("$slice", new BsonInt32(slice));
            int kept = Math.min(Math.abs(slice), model.size());
            model = slice < 0 ? model.subList(model.size() - kept, model.size()) : model.subList(0, kept);
        }
        BsonDocument update = new BsonDocument("$push", new BsonDocument("a", clauses));
        UpdateResult result = UpdateCompiler.compile(update, List.of(), Variables.NONE)
                .apply(new BsonDocument("a", array(before)), UpdateContext.at(0));
        assertEquals(array(model), result.document().getArray("a"), update.toJson());
        assertEquals(!model.equals(before), result.changed(), update.toJson());
    }

    private static List<Integer> numbers(RandomGenerator random, int most) {
        return random.ints(random.nextInt(most + 1), 0, 5).boxed().toList();
    }

    private static BsonArray array(List<Integer> numbers) {
        List<BsonValue> values = new ArrayList<>();
        numbers.forEach(number -> values.add(new BsonInt32(number)));
        return new BsonArray(values);
    }
}
