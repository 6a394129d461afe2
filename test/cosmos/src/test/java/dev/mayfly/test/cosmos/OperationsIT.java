package dev.mayfly.test.cosmos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.test.testkit.CosmosEndpoint;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every operation that the page lists is answered as it says. */
@MayflyTest(faces = MayflyFace.COSMOS)
final class OperationsIT {
    @Test
    void operationsAreAnsweredAsThePageSays(CosmosEndpoint endpoint) {
        Wire wire = new Wire(endpoint.http(), endpoint.key());
        List<String> wrong = new ArrayList<>();
        for (OperationTour.Operation operation : OperationTour.all()) {
            Wire.Answer answer = wire.send(operation.method(), operation.path(), operation.headers(), operation.body());
            if (answer.status() != operation.status()) {
                wrong.add(operation.name() + ": " + answer);
            }
            assertTrue(answer.status() < 400 || answer.isRefusal(), answer::toString);
        }
        assertEquals(List.of(), wrong);
    }
}
