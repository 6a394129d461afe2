package dev.mayfly.face.cosmos.query;

import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.RequestField;
import dev.mayfly.face.cosmos.item.EpkRange;
import dev.mayfly.face.cosmos.language.QueryRange;
import dev.mayfly.face.cosmos.resource.KeyRanges;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Recognizes a query that is sent once and means all ranges. */
final class WholeQuery {
    /*
     * A client asks for a plan, and sends a query to each range that the plan names. Most queries make rows of single items, so
     * the rows of all ranges are those of the container. Others sort, group, count, or skip: their rows would have to be put
     * together by clients, each of which does so in its own way, and would be read in full where an index has them. Any
     * server has all ranges. So the plan of such a query names a part of the last range in which no item can be, behind the
     * highest hash, and a request for that part of such a query means all.
     *
     * Clients of Java and .NET name the part itself; a request of theirs for the last range without a part is for that range
     * alone, as their users may ask. Others name the range that has it, and their users cannot ask for one range.
     */
    private static final List<String> NAMING_PARTS = List.of("azsdk-java", "cosmos-netstandard");

    private WholeQuery() {}

    /**
     * @param named the range that the request names
     * @param hashes the part of it
     */
    static boolean isPlanned(CosmosRequest request, KeyRanges ranges, int named, @Nullable EpkRange hashes) {
        if (!ranges.areSeveral()) {
            return false;
        }
        if (hashes != null) {
            return hashes.from().equals(QueryRange.BEHIND_ALL.from())
                    && hashes.until().equals(QueryRange.BEHIND_ALL.until());
        }
        return named == ranges.count() - 1 && !namesParts(request);
    }

    private static boolean namesParts(CosmosRequest request) {
        String agent = request.fields().get(RequestField.USER_AGENT);
        String known = agent == null ? "" : agent.toLowerCase(Locale.ROOT);
        return NAMING_PARTS.stream().anyMatch(known::contains);
    }
}
