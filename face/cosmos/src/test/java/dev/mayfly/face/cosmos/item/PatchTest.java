package dev.mayfly.face.cosmos.item;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.language.function.SearchSettings;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PatchTest {
    private static final String ITEM = "{ \"a\" : 1.0 , \"l\":[ 1 , [2] ],\"o\":{\"x\":{}}, \"e\":[], \"a/b~\": 5 }";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'op':'add','path':'/z','value':1.50}           | { 'a' : 1.0 , 'l':[ 1 , [2] ],'o':{'x':{}}, 'e':[], 'a/b~': 5,'z':1.50 }",
                "{'op':'add','path':'/a','value':[ ]}            | { 'a' : [ ] , 'l':[ 1 , [2] ],'o':{'x':{}}, 'e':[], 'a/b~': 5 }",
                "{'op':'add','path':'/o/x/n','value':{}}         | { 'a' : 1.0 , 'l':[ 1 , [2] ],'o':{'x':{'n':{}}}, 'e':[], 'a/b~': 5 }",
                "{'op':'add','path':'/l/0','value':0}            | { 'a' : 1.0 , 'l':[ 0,1 , [2] ],'o':{'x':{}}, 'e':[], 'a/b~': 5 }",
                "{'op':'add','path':'/l/2','value':3}            | { 'a' : 1.0 , 'l':[ 1 , [2],3 ],'o':{'x':{}}, 'e':[], 'a/b~': 5 }",
                "{'op':'set','path':'/l/0','value':0}            | { 'a' : 1.0 , 'l':[ 0 , [2] ],'o':{'x':{}}, 'e':[], 'a/b~': 5 }",
                "{'op':'set','path':'/l/1/0','value':'two'}      | { 'a' : 1.0 , 'l':[ 1 , ['two'] ],'o':{'x':{}}, 'e':[], 'a/b~': 5 }",
                "{'op':'add','path':'/e/-','value':1}            | { 'a' : 1.0 , 'l':[ 1 , [2] ],'o':{'x':{}}, 'e':[1], 'a/b~': 5 }",
                "{'op':'remove','path':'/a'}                     | { 'l':[ 1 , [2] ],'o':{'x':{}}, 'e':[], 'a/b~': 5 }",
                "{'op':'remove','path':'/o'}                     | { 'a' : 1.0 , 'l':[ 1 , [2] ], 'e':[], 'a/b~': 5 }",
                "{'op':'remove','path':'/a~1b~0'}                | { 'a' : 1.0 , 'l':[ 1 , [2] ],'o':{'x':{}}, 'e':[] }",
                "{'op':'remove','path':'/l/0'}                   | { 'a' : 1.0 , 'l':[ [2] ],'o':{'x':{}}, 'e':[], 'a/b~': 5 }",
                "{'op':'remove','path':'/l/1/0'}                 | { 'a' : 1.0 , 'l':[ 1 , [] ],'o':{'x':{}}, 'e':[], 'a/b~': 5 }",
                "{'op':'replace','path':'/o/x','value':7}        | { 'a' : 1.0 , 'l':[ 1 , [2] ],'o':{'x':7}, 'e':[], 'a/b~': 5 }",
                "{'op':'incr','path':'/a','value':2}             | { 'a' : 3 , 'l':[ 1 , [2] ],'o':{'x':{}}, 'e':[], 'a/b~': 5 }",
                "{'op':'incr','path':'/a','value':0.25}          | { 'a' : 1.25 , 'l':[ 1 , [2] ],'o':{'x':{}}, 'e':[], 'a/b~': 5 }",
                "{'op':'incr','path':'/a~1b~0','value':9007199254740992} | { 'a' : 1.0 , 'l':[ 1 , [2] ],'o':{'x':{}}, 'e':[], 'a/b~': 9007199254740997 }",
                "{'op':'incr','path':'/o/c','value':5.0}         | { 'a' : 1.0 , 'l':[ 1 , [2] ],'o':{'x':{},'c':5.0}, 'e':[], 'a/b~': 5 }",
                "{'op':'move','from':'/a','path':'/o/x/a'}       | { 'l':[ 1 , [2] ],'o':{'x':{'a':1.0}}, 'e':[], 'a/b~': 5 }",
                "{'op':'move','from':'/l/0','path':'/l/1'}       | { 'a' : 1.0 , 'l':[ [2],1 ],'o':{'x':{}}, 'e':[], 'a/b~': 5 }",
                "{'op':'move','from':'/l','path':'/o'}           | { 'a' : 1.0,'o':[ 1 , [2] ], 'e':[], 'a/b~': 5 }",
                "{'op':'set','path':'/q\\\"ü','value':'\\n'}     | { 'a' : 1.0 , 'l':[ 1 , [2] ],'o':{'x':{}}, 'e':[], 'a/b~': 5,'q\\\"ü':'\\n' }",
            })
    void anOperationChangesOnlyWhatItNames(String operation, String expected) {
        assertEquals(expected.replace('\'', '"'), patched(operation.replace('\'', '"')));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'op':'add','path':'/l/3','value':0}       | For Operation(1): Index(3) to operate on is out of array bounds.",
                "{'op':'set','path':'/l/7/x','value':0}     | For Operation(1): Index(7) to operate on is out of array bounds.",
                "{'op':'replace','path':'/l/2','value':0}   | For Operation(1): Index(2) to operate on is out of array bounds.",
                "{'op':'remove','path':'/l/2'}              | For Operation(1): Index(2) to operate on is out of array bounds.",
                "{'op':'incr','path':'/l/-','value':1}      | For Operation(1): Index(-) to operate on is out of array bounds.",
                "{'op':'replace','path':'/z','value':0}     | For Operation(1): Node(z) to be replaced is absent.",
                "{'op':'remove','path':'/o/z'}              | For Operation(1): Node(o/z) to be removed is absent. Note: it might also have been removed earlier in the transaction.",
                "{'op':'move','from':'/z','path':'/a'}      | For Operation(1): Node(z) to be moved is absent.",
                "{'op':'incr','path':'/o','value':1}        | For Operation(1): Node(o) is not a number.",
                "{'op':'add','path':'/z/y','value':1}       | For Operation(1): Add Operation can only create a child object of an existing node(array or object) and cannot create path recursively, no path found beyond: 'z'.",
                "{'op':'set','path':'/z/y','value':1}       | For Operation(1): Given Operation can only create a child object of an existing node(array or object) and cannot create path recursively, no path found beyond: 'z'.",
                "{'op':'set','path':'/a/y','value':1}       | For Operation(1): Given Operation can only create a child object of an existing node(array or object) and cannot create path recursively, no path found beyond: 'a'.",
                "{'op':'set','path':'/l/01','value':1}      | For Operation(1): Given Operation can only create a child object of an existing node(array or object) and cannot create path recursively, no path found beyond: '01'.",
                "{'op':'set','path':'/_etag','value':1}     | Invalid patch request: Cannot patch system property _etag.",
                "{'op':'move','from':'/_ts','path':'/a'}    | Invalid patch request: Cannot patch system property _ts.",
                "{'op':'remove','path':'/id'}               | Invalid patch request: Cannot patch system property id.",
            })
    void anOperationThatCannotBeIsRefusedWithTheServicesWords(String operation, String expected) {
        CosmosException refused = assertThrows(CosmosException.class, () -> patched(operation.replace('\'', '"')));
        assertEquals(400, refused.status());
        assertEquals("Message: {\"Errors\":[\"" + expected + "\"]}", refused.getMessage());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "7",
                "{}",
                "[7]",
                "[{}]",
                "{\"operations\":7}",
                "[{\"op\":\"add\",\"path\":\"/x\"}]",
                "[{\"op\":\"add\",\"value\":1}]",
                "[{\"op\":\"test\",\"path\":\"/x\",\"value\":1}]",
                "[{\"op\":7,\"path\":\"/x\",\"value\":1}]",
                "[{\"op\":\"add\",\"path\":\"x\",\"value\":1}]",
                "[{\"op\":\"add\",\"path\":\"\",\"value\":1}]",
                "[{\"op\":\"add\",\"path\":\"/\",\"value\":1}]",
                "[{\"op\":\"incr\",\"path\":\"/x\",\"value\":\"1\"}]",
                "[{\"op\":\"move\",\"path\":\"/x\"}]",
                "[{\"op\":\"move\",\"from\":\"/x\",\"path\":\"/x/y\"}]",
                "[{\"op\":\"add\",\"op\":\"set\",\"path\":\"/x\",\"value\":1}]",
                "{\"operations\":[{\"op\":\"remove\",\"path\":\"/x\"}],\"condition\":7}"
            })
    void whatIsNoPatchIsRefused(String body) {
        CosmosException refused = assertThrows(CosmosException.class, () -> read(body));
        assertEquals(
                "Message: {\"Errors\":[\"Invalid patch request: check syntax of patch specification.\"]}",
                refused.getMessage());
    }

    private static String patched(String operation) {
        byte[] text = ITEM.getBytes(StandardCharsets.UTF_8);
        for (PatchOperation one : read("[" + operation + "]").operations()) {
            text = PatchedText.of(text, one);
        }
        return new String(text, StandardCharsets.UTF_8);
    }

    private static Patch read(String body) {
        return PatchReader.read(body.getBytes(StandardCharsets.UTF_8), SearchSettings.DEFAULT);
    }
}
