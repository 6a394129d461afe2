package dev.mayfly.face.cosmos.item;

import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.http.RequestUnits;
import dev.mayfly.face.cosmos.resource.ItemForm;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a batch: one for every member, in their order.
 *
 * @param status of HTTP: 200, or 207 when a member failed
 */
public record BatchAnswer(int status, List<Member> members) {
    /**
     * The result of one operation.
     *
     * @param charge in request units
     * @param etag with its quotes, or null
     * @param body JSON text of the item as clients see it, or null
     * @param retryAfterMillis after which another try may do; 0 if nothing is known of that
     */
    public record Member(
            int status,
            int substatus,
            double charge,
            @Nullable String etag,
            byte @Nullable [] body,
            long retryAfterMillis) {
        private static final int FIRST_ERROR = 400;

        /** The result of a member not executed because another one failed. */
        static final Member FAILED_DEPENDENCY = new Member(424, 0, 0, null, null, 0);

        static Member of(ItemForm form, ItemResult result, boolean isMinimal) {
            byte[] body = isMinimal ? null : result.shown(form);
            return new Member(result.status(), 0, result.charge(), result.etag(), body, 0);
        }

        static Member failed(CosmosException error) {
            double charge = RequestUnits.ofFailure(error.status());
            return new Member(error.status(), error.substatus(), charge, null, null, error.retryAfterMillis());
        }

        /** The result of a member that was not tried. */
        static Member untried(CosmosException refusal) {
            return new Member(refusal.status(), refusal.substatus(), 0, null, null, refusal.retryAfterMillis());
        }

        public boolean hasFailed() {
            return status >= FIRST_ERROR;
        }
    }

    private static final int MULTI_STATUS = 207;

    public BatchAnswer {
        members = List.copyOf(members);
    }

    static BatchAnswer of(List<Member> members) {
        boolean hasFailed = members.stream().anyMatch(Member::hasFailed);
        return new BatchAnswer(hasFailed ? MULTI_STATUS : 200, members);
    }

    /** Returns the charge of all members together. */
    public double charge() {
        return members.stream().mapToDouble(Member::charge).sum();
    }
}
