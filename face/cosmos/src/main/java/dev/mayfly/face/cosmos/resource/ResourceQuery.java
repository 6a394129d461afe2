package dev.mayfly.face.cosmos.resource;

import dev.mayfly.base.query.value.JsonSink;
import dev.mayfly.face.cosmos.http.QueryBody;
import dev.mayfly.face.cosmos.language.AggregateRows;
import dev.mayfly.face.cosmos.language.CompiledQuery;
import dev.mayfly.face.cosmos.language.CosmosQuery;
import dev.mayfly.face.cosmos.language.function.QueryInstant;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import tools.jackson.databind.node.ObjectNode;

/** A query over resources that are not items: they are few, so all of them are looked at. */
final class ResourceQuery {
    private static final long BYTES_MAX = 16 << 20;

    private ResourceQuery() {}

    /** The rows, as an array in JSON. */
    static byte[] rows(byte[] body, List<ObjectNode> resources, long now) {
        QueryBody asked = QueryBody.parse(body);
        QueryInstant moment = new QueryInstant(now, new SplittableRandom(now));
        CompiledQuery query = CosmosQuery.parse(asked.text()).compile(asked.parameters(), moment);
        try (AggregateRows aggregates = query.gather(BYTES_MAX, null)) {
            if (query.readsItems()) {
                resources.forEach(resource -> aggregates.add(SqlValues.parse(CosmosJson.bytes(resource))));
            } else {
                aggregates.add(SqlValues.UNDEFINED);
            }
            return array(aggregates.rows());
        }
    }

    private static byte[] array(Iterator<SqlValue> rows) {
        JsonSink sink = SqlValues.sink();
        char before = '[';
        while (rows.hasNext()) {
            sink.put(before);
            rows.next().write(sink);
            before = ',';
        }
        sink.ascii(before == '[' ? "[]" : "]");
        return sink.toByteArray();
    }
}
