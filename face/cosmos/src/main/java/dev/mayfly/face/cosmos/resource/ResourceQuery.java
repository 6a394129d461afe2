package dev.mayfly.face.cosmos.resource;

import dev.mayfly.base.query.value.JsonSink;
import dev.mayfly.face.cosmos.language.CompiledQuery;
import dev.mayfly.face.cosmos.language.CosmosQuery;
import dev.mayfly.face.cosmos.language.Gathering;
import dev.mayfly.face.cosmos.language.function.Moment;
import dev.mayfly.face.cosmos.language.value.Value;
import dev.mayfly.face.cosmos.language.value.Values;
import dev.mayfly.face.cosmos.query.QueryBody;
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
        Moment moment = new Moment(now, new SplittableRandom(now));
        CompiledQuery query = CosmosQuery.parse(asked.text()).compile(asked.parameters(), moment);
        try (Gathering gathering = query.gather(BYTES_MAX, null)) {
            if (query.readsItems()) {
                resources.forEach(resource -> gathering.add(Values.parse(Json.bytes(resource))));
            } else {
                gathering.add(Values.UNDEFINED);
            }
            return array(gathering.rows());
        }
    }

    private static byte[] array(Iterator<Value> rows) {
        JsonSink sink = Values.sink();
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
