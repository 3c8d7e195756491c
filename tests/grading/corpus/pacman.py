"""Agents as in CS188's project on multi-agent search, with tic-tac-toe as their game: agent 0 is X, agent 1 is O."""


class GameState:
    def __init__(self, squares=(None,) * 9, turn=0):
        self.squares = squares
        self.turn = turn

    def getNumAgents(self):
        return 2

    def getLegalActions(self, agentIndex=0):
        if self.isWin() or self.isLose():
            return []
        return [i for i in range(9) if self.squares[i] is None]

    def generateSuccessor(self, agentIndex, action):
        squares = list(self.squares)
        squares[action] = agentIndex
        return GameState(tuple(squares), 1 - agentIndex)

    def hasLine(self, agentIndex):
        s = self.squares
        for a in (0, 3, 6):
            if s[a] == s[a + 1] == s[a + 2] == agentIndex:
                return True
        for a in (0, 1, 2):
            if s[a] == s[a + 3] == s[a + 6] == agentIndex:
                return True
        return s[0] == s[4] == s[8] == agentIndex or s[2] == s[4] == s[6] == agentIndex

    def isWin(self):
        return self.hasLine(0)

    def isLose(self):
        return self.hasLine(1)

    def getScore(self):
        if self.isWin():
            return 1
        if self.isLose():
            return -1
        return 0


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


def openLinesEvaluation(currentGameState):
    """3 X2 + X1 - (3 O2 + O1), and 100 for a win."""
    if currentGameState.isWin():
        return 100
    if currentGameState.isLose():
        return -100
    squares = currentGameState.squares
    total = 0
    for line in [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]:
        marks = [squares[i] for i in line]
        for agent, sign in ((0, 1), (1, -1)):
            if marks.count(1 - agent) == 0:
                if marks.count(agent) == 2:
                    total += 3 * sign
                elif marks.count(agent) == 1:
                    total += sign
    return total


class MultiAgentSearchAgent:
    def __init__(self, evalFn=scoreEvaluationFunction, depth=2):
        self.index = 0
        self.evaluationFunction = evalFn
        self.depth = int(depth)


class MinimaxAgent(MultiAgentSearchAgent):
    """One unit of depth is a move of every agent."""

    def getAction(self, gameState):
        return self.value(gameState, 0, 0)[1]

    def value(self, gameState, agentIndex, depth):
        if agentIndex == gameState.getNumAgents():
            agentIndex = 0
            depth += 1
        legal = gameState.getLegalActions(agentIndex)
        if gameState.isWin() or gameState.isLose() or not legal or depth == self.depth:
            return self.evaluationFunction(gameState), None
        if agentIndex == 0:
            return self.maxValue(gameState, legal, agentIndex, depth)
        return self.minValue(gameState, legal, agentIndex, depth)

    def maxValue(self, gameState, legal, agentIndex, depth):
        best, bestAction = float("-inf"), None
        for action in legal:
            successor = gameState.generateSuccessor(agentIndex, action)
            v, _ = self.value(successor, agentIndex + 1, depth)
            if v > best:
                best, bestAction = v, action
        return best, bestAction

    def minValue(self, gameState, legal, agentIndex, depth):
        best, bestAction = float("inf"), None
        for action in legal:
            successor = gameState.generateSuccessor(agentIndex, action)
            v, _ = self.value(successor, agentIndex + 1, depth)
            if v < best:
                best, bestAction = v, action
        return best, bestAction


class AlphaBetaAgent(MultiAgentSearchAgent):
    """As the project asks: no cut on equality, so that the order of the expanded states is that of the autograder."""

    def getAction(self, gameState):
        best, bestAction = float("-inf"), None
        alpha, beta = float("-inf"), float("inf")
        for action in gameState.getLegalActions(0):
            v = self.value(gameState.generateSuccessor(0, action), 1, 0, alpha, beta)
            if v > best:
                best, bestAction = v, action
            alpha = max(alpha, best)
        return bestAction

    def value(self, gameState, agentIndex, depth, alpha, beta):
        if agentIndex == gameState.getNumAgents():
            agentIndex = 0
            depth += 1
        legal = gameState.getLegalActions(agentIndex)
        if gameState.isWin() or gameState.isLose() or not legal or depth == self.depth:
            return self.evaluationFunction(gameState)
        if agentIndex == 0:
            v = float("-inf")
            for action in legal:
                v = max(v, self.value(gameState.generateSuccessor(agentIndex, action), 1, depth, alpha, beta))
                if v > beta:
                    return v
                alpha = max(alpha, v)
        else:
            v = float("inf")
            for action in legal:
                successor = gameState.generateSuccessor(agentIndex, action)
                v = min(v, self.value(successor, agentIndex + 1, depth, alpha, beta))
                if v < alpha:
                    return v
                beta = min(beta, v)
        return v


class NegamaxAgent(MultiAgentSearchAgent):
    """For two agents: values are those of the agent to move."""

    def getAction(self, gameState):
        actions = gameState.getLegalActions(0)
        values = [-self.value(gameState.generateSuccessor(0, action), 1, 1) for action in actions]
        return actions[values.index(max(values))]

    def value(self, gameState, agentIndex, plies):
        legal = gameState.getLegalActions(agentIndex)
        if gameState.isWin() or gameState.isLose() or not legal or plies == 2 * self.depth:
            sign = 1 if agentIndex == 0 else -1
            return sign * self.evaluationFunction(gameState)
        best = float("-inf")
        for action in legal:
            successor = gameState.generateSuccessor(agentIndex, action)
            best = max(best, -self.value(successor, 1 - agentIndex, plies + 1))
        return best
